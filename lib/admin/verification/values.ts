/** The subject of a procedure: a person or a shop. */
export const subjectTypes = ['user', 'vendor'] as const;

/** The kinds that a person can apply for. Applications of shops come with the application to sell. */
export const appliedKinds = ['identity', 'vendor'] as const;
export type AppliedKind = (typeof appliedKinds)[number];
/** `manual`: an administrator set or cleared the flag of an account without an application. */
export const procedureKinds = [...appliedKinds, 'manual'] as const;
export type ProcedureKind = (typeof procedureKinds)[number];

const openStatuses = ['submitted', 'under_review', 'info_requested'] as const;
const closedStatuses = ['approved', 'rejected', 'expired', 'cancelled'] as const;
export const procedureStatuses = [...openStatuses, ...closedStatuses] as const;
export type ProcedureStatus = (typeof procedureStatuses)[number];

/** The transitions of an administrator, as the address of the route names them. */
export const reviewActions = ['approve', 'reject', 'request-info', 'under-review'] as const;
export type ReviewAction = (typeof reviewActions)[number];
export const procedureActions = ['submit', ...reviewActions, 'answer', 'withdraw', 'expire'] as const;
export type ProcedureAction = (typeof procedureActions)[number];

/** The kinds of files that each kind of procedure accepts. */
export const evidenceKinds = {
  identity: ['document_front', 'document_back', 'selfie', 'proof_of_address', 'other'],
  vendor: ['registration', 'identity', 'bank_statement', 'other'],
  manual: [],
} as const satisfies Record<ProcedureKind, readonly string[]>;
export const allEvidenceKinds = [...evidenceKinds.identity, 'registration', 'identity', 'bank_statement'] as const;
export type EvidenceKind = (typeof allEvidenceKinds)[number];

export const documentTypes = ['passport', 'id_card', 'driving_licence'] as const;

/** The codes of a rejection. Each code but `other` has a template in `reason-texts.ts`. */
export const reasonCodes = [
  'unreadable',
  'mismatch',
  'expired_document',
  'underage',
  'prohibited_business',
  'duplicate',
  'other',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** Every country by its ISO 3166-1 alpha-2 code. */
export const countries: readonly string[] = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ',
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR',
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT',
  'JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO',
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY',
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO',
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));
