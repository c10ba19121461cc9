import { invalid, unavailable } from '#lib/core/errors.ts';

const RETRY_SECONDS = 5;

export const brokenImage = (cause?: unknown) =>
  invalid(
    'The picture cannot be read',
    { file: 'is damaged or not a picture in JPEG, PNG or WebP' },
    { code: 'BrokenImage', cause },
  );
export const imageSize = () =>
  invalid(
    'The picture is too small or too large',
    { file: 'must have sides of 32 to 12,000 pixels and at most 40 megapixels' },
    { code: 'ImageSize' },
  );
export const busy = (cause?: unknown) =>
  unavailable('Other pictures are still being processed; try again in a moment', {
    code: 'Busy',
    retryAfter: RETRY_SECONDS,
    cause,
  });
