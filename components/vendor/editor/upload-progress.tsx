import { Bar } from '#components/ui/bar.tsx';

type UploadProgressProps = {
  readonly text: string;
  /** From 0 to 1. Null when nothing is on its way. */
  readonly share: number | null;
  readonly problems: readonly string[];
};

/** Shows how far an upload is, and which files were not uploaded. */
export const UploadProgress = ({ text, share, problems }: UploadProgressProps) => (
  <>
    {share !== null && (
      <div className="flex flex-col gap-2">
        <p role="status" className="wrap-anywhere">
          {text}
        </p>
        <Bar value={share} max={1} />
      </div>
    )}
    {problems.length > 0 && (
      <ul role="alert" className="text-sm font-medium text-danger wrap-anywhere">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    )}
  </>
);
