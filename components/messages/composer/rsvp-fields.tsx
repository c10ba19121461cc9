import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { FieldErrors } from './compose-props.ts';

/** Shows the fields for title, time and place of an event. */
export function RsvpFields({ errorOf }: FieldErrors) {
  const texts = useMessageTexts().messageCompose;
  return (
    <>
      <TextField id="rsvp-title" name="title" label={texts.eventTitle} error={errorOf('title')} maxLength={200} />
      <div className="grid gap-5 xs:grid-cols-2">
        <TextField
          id="rsvp-starts"
          name="startsAt"
          type="datetime-local"
          label={texts.startsAt}
          error={errorOf('startsAt')}
        />
        <TextField
          id="rsvp-ends"
          name="endsAt"
          type="datetime-local"
          label={texts.endsAt}
          note={texts.optional}
          error={errorOf('endsAt')}
        />
      </div>
      <TextField id="rsvp-location" name="location" label={texts.location} note={texts.optional} maxLength={300} />
    </>
  );
}
