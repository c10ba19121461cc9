/** Local parts that send delivery notices, without dashes, dots and underscores. */
export const daemons: ReadonlySet<string> = new Set([
  'mailerdaemon',
  'maildaemon',
  'maildeliverysystem',
  'maildeliverysubsystem',
  'mailsystem',
  'bouncedaemon',
]);

/** Local parts that may send delivery notices as well as other mail. */
export const postmasters: ReadonlySet<string> = new Set([
  'postmaster',
  'postoffice',
  'mailadmin',
  'mailadministrator',
  'systemadministrator',
]);

/** Matches the beginning of the subject of a notice. */
export const noticeSubject =
  /^\W*(?:undeliver(?:ed|able)|not deliver(?:ed|able)|delivery (?:status )?(?:notification|failure|report|has failed|notice)|delivery status\b|delivery failure|failure (?:notice|notification|delivery)|returned (?:mail|to sender)|returned email|mail (?:delivery|system) (?:failed|failure|error|status|subsystem|has failed)|mail could not be delivered|message (?:could not be delivered|undeliverable|delivery)|undelivered mail|delayed mail|(?:warning|attention)\W+(?:(?:message|mail|could not send)\b.{0,80}(?:delay|queue|hours))|warning\W+mail delayed|there was an error sending your mail|nondeliverable|non.?delivery|postmaster notify|unzustellbar|nicht zustellbar|zustellung fehlgeschlagen|fehlgeschlagene zustellung|non remis|échec de (?:la )?(?:remise|distribution)|non délivr|message non distribué|no entregado|no se puede entregar|error en la entrega|mancata consegna|non recapitabile|impossibile recapitare|nie można dostarczyć|niedostarczon|zwrot (?:wiadomości|poczty|maila)|недоставлен|не ?достав|ошибка доставки|невозможно доставить|ваше сообщение не доставлено|не вдалося доставити|помилка доставки|onbestelbaar|niet bezorgd|olevererbart|kan inte levereras|配信不能|配達不能|配送不能|(?:配信|送信|配送|配達|受信)(?:エラー|失敗|できません)|エラーメール|リターンメール|(?:宛|あて)先不明|未配信|未達|(?:配信|配送|送信)(?:が|の)(?:遅れ|遅延)|届きませんでした|届けられませんでした|退信)/iu;

/** Matches the first lines of a notice. */
export const noticeBody =
  /could not be delivered|cannot be delivered|couldn'?t be delivered|was not (?:able to be )?delivered|unable to deliver|wasn'?t able to deliver|delivery (?:has failed|to the following|attempt|of the message)|delivery (?:temporarily )?suspended|did not reach (?:the following|some)|recipient(?:s|\(s\))? could not be reached|message delivery to .{1,320} delayed|has not yet been delivered|error (?:has )?occurred while (?:trying|attempting) to deliver|error delivering your mail|returned to sender|created automatically by (?:the )?mail delivery|permanent(?:ly)? (?:fatal )?error|undeliverable to|had delivery problems|error message below|transcript of session|user mailbox exceeds|message could not be sent|rejected by a remote|remains in the (?:server )?queue|may not exist, or you may not have permission|failed to send to|письмо не может быть|не удалось доставить|не може бути доставлен|(?:送信|配信|配送|配達|送達|お届け|お送り)(?:することが)?できません(?:でした)?|届けられませんでした|届きませんでした|(?:送信|配信|配送)(?:に|が)失敗し/i;
