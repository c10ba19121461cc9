import { Fact, Facts } from '#components/admin/facts.tsx';
import { documentTypes, type ProcedureKind } from '#lib/admin/verification/values.ts';
import type { ConsoleTexts, Reader } from '#lib/i18n/console/texts.ts';
import { answerLabel, birthText } from './answer-words.ts';

type ProcedureAnswersProps = {
  readonly kind: ProcedureKind;
  readonly answers: Readonly<Record<string, string>>;
  readonly texts: ConsoleTexts<'verification'>;
  readonly reader: Reader;
  readonly now: Date;
};

/** Shows what the applicant has entered, with codes as words. */
export function ProcedureAnswers({ kind, answers, texts, reader, now }: ProcedureAnswersProps) {
  const given = Object.entries(answers);
  if (given.length === 0) return <p className="text-muted">{texts.noAnswers}</p>;
  const writtenOf = (name: string, value: string): string => {
    if (name === 'birthDate') return birthText(value, { texts, reader, now });
    if (name === 'country') return new Intl.DisplayNames(reader.locale, { type: 'region' }).of(value) ?? value;
    const document = name === 'documentType' && documentTypes.find((known) => known === value);
    return document ? texts[`document_${document}`] : value;
  };
  return (
    <Facts>
      {given.map(([name, value]) => (
        <Fact key={name} name={answerLabel(kind, name, texts)}>
          {writtenOf(name, value)}
        </Fact>
      ))}
    </Facts>
  );
}
