import { Fact, Facts } from '#components/admin/facts.tsx';
import type { AdminUser } from '#lib/admin/schemas/user.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

type PersonProfileProps = {
  readonly user: AdminUser;
  readonly texts: ConsoleTexts<'people'>;
  readonly timeOf: (at: string) => string;
};

/** Shows what an account holds about its person. */
export function PersonProfile({ user, texts, timeOf }: PersonProfileProps) {
  if (user.status === 'deleted') return <p>{texts.deletedText}</p>;
  const { handle, bio, vendorId, restrictedReason, lastSeenAt } = user;
  return (
    <Facts>
      <Fact name={texts.email}>{user.email}</Fact>
      <Fact name={texts.handle}>{handle === null ? texts.empty : `@${handle}`}</Fact>
      <Fact name={texts.joined}>{timeOf(user.createdAt)}</Fact>
      <Fact name={texts.seen}>{lastSeenAt === null ? texts.never : timeOf(lastSeenAt)}</Fact>
      <Fact name={texts.language}>{user.locale.toUpperCase()}</Fact>
      <Fact name={texts.zone}>{user.timezone}</Fact>
      <Fact name={texts.id}>{user.id}</Fact>
      <Fact name={texts.shop}>{vendorId ?? texts.empty}</Fact>
      {restrictedReason !== null && <Fact name={texts.restrictedFor}>{restrictedReason}</Fact>}
      {bio !== '' && <Fact name={texts.bio}>{bio}</Fact>}
    </Facts>
  );
}
