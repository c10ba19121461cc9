import type { BounceReason } from '#lib/mail/values.ts';

/** The words of servers, by reason. The first match wins, so specific patterns come before general ones. */
export const reasonWords: readonly (readonly [BounceReason, RegExp])[] = [
  [
    'moved',
    /no longer (?:on|at|with) (?:this )?server|has moved|user (?:has )?moved|mailbox (?:has )?moved|address (?:has )?changed|no longer (?:works|employed)/i,
  ],
  [
    'auth',
    /\bdmarc\b|\bdkim\b|\bspf\b|sender policy framework|unauthenticated|authentication (?:information|checks|failure)|not allowed to send from/i,
  ],
  [
    'relaying',
    /relay(?:ing)? (?:access |is |not )?(?:denied|prohibited|permitted|allowed)|not configured to relay|insecure mail relay|relaying denied|unable to relay|not (?:a )?local domain|address is not verified|must (?:be )?authenticat/i,
  ],
  [
    'content',
    /virus|malware|infected|media error|content error|unsupported content|attachment type|bad attachment|executable/i,
  ],
  [
    'spam',
    /\bspam\b|\bube\b|unsolicited|bulk (?:e?mail )?filter|blacklisted url|blocked (?:url|link)|content rejected|mail rejet[eé]|junk mail|迷惑メール/i,
  ],
  [
    'blocked',
    /black ?list|block(?:ed| ?list)|\brbl\b|dnsbl|spamhaus|\(BL\)|reverse dns|\bptr\b|\brdns\b|client host|banned sending|unverif(?:y|i)able sending|poor reputation|listed (?:at|in|by|on)|bad reputation|weren't sent|受信(?:を)?拒否|ブロックされ/i,
  ],
  [
    'rate',
    /too many (?:connections|messages|recipients|emails|sessions)|rate ?limit|throttl|deferred due to|unexpected volume|user complaints|exceeded .{0,40}(?:limit|rate) |concurrent connections|try again later.{0,40}rate|slow ?down/i,
  ],
  [
    'mailbox_full',
    /over ?quota|quota|mailbox.{0,20}full|full mailbox|exceeds? allowed size|storage (?:limit|space)|out of disk|disk full|insufficient (?:disk|system) storage|not enough (?:disk )?space|ящик переполнен|переполнен|容量(?:制限|の上限)?(?:を|が|は).{0,12}(?:超え|超過|オーバー|不足|いっぱい|一杯)|(?:メールボックス|受信箱|ボックス)(?:が|は).{0,4}(?:満杯|いっぱい|一杯)|空き(?:容量|領域)/i,
  ],
  [
    'too_big',
    /サイズ(?:が|は|の).{0,12}(?:大き|超え|超過|上限)|too (?:large|big)|size exceed|exceeds? .{0,20}(?:size|maximum message)|message size|fixed maximum/i,
  ],
  [
    'suspended',
    /(?:account|user|mailbox|address)[^.]{0,60}(?:disabled|inactive|suspended|discontinued|frozen|locked|deactivated|expired|blocked)|(?:disabled|inactive|suspended|frozen) (?:account|user|mailbox)|(?:利用|使用)(?:を|が)?(?:停止|休止)/i,
  ],
  [
    'host_unknown',
    /host unknown|unknown host|(?:host|domain)[^.]{0,30} (?:not found|not exist|unknown)|no such (?:domain|host)|domain does not exist|unrout(?:e)?able (?:address|domain)|illegal host|(?:host|domain)[^.]{0,20}name (?:not )?found|domain is not reachable|name server.{0,20}not found|nxdomain|no mx|null ?mx|(?:domain|server|host|address)[^.]{0,60}(?:does not|doesn't|do not) accept (?:any )?(?:e-?)?mails?(?! (?:from|by|to|with|without|over))|accepts no mail|(?:ドメイン|ホスト)(?:名)?(?:が|は|を).{0,12}(?:存在しません|存在しない|見つかり|見つける)|bad destination (?:system|host)|name or service not known/i,
  ],
  [
    'user_unknown',
    /(?:user|recipient|mailbox|address|account|alias)[^.]{0,40}(?:unknown|not found|no[tn].?exist|does ?n[o']t (?:exist|have)|unavailable|invalid|not recognized|is not (?:known|valid|listed))|unknown (?:user|recipient|or illegal|mailbox|address|local)|no such (?:user|recipient|mailbox|address|person)|invalid (?:user|recipient|mailbox|address)|bad destination mailbox|bad (?:user|recipient) address|does ?n[o']t have a .{1,80} account|recipnotfound|recipientnotfound|recipient address rejected: access denied|mailbox name not allowed|not a (?:valid|known) (?:user|mailbox)|\[?unknown to address|couldn't be found|wasn't found|not our customer|inconnu|introuvable|unbekannt|nicht gefunden|existiert nicht|desconocid|no existe|nieznan|sconosciut|не найден|не существует|не знайден|не існує|リストにありません|該当する?ユーザ|(?:宛|あて)先不明|(?:宛先|あて先|ユーザー?|アドレス|受信者|メールボックス|アカウント)(?:が|は|も)?、?.{0,8}(?:存在しません|存在しない|存在しなか|見つかりません|見つからな|登録されていません|ありません|間違っ|誤っ)|(?:用户|收件人|邮箱|帐号|账号)不存在/i,
  ],
  [
    'timeout',
    /timed? ?out|expired|too long in (?:the )?queue|in the queue too long|delivery time|giving up|not reachable|for (?:the )?(?:last|more than)? ?\d+[^.]{0,20}(?:hours?|days?|seconds|minutes)|no response|could not find a gateway|タイムアウト|応答がありません/i,
  ],
  [
    'network',
    /lost connection|connection (?:refused|reset|dropped|closed|failed)|network (?:is )?unreachable|no route to host|hop count|too many hops|mail loop|loop(?:ing)? detected|loops back|maximum allowed times|resources temporarily/i,
  ],
  [
    'policy',
    /policy|policies|header error|access denied|not accepted|multiple .{0,30}addresses|filtered|administrative(?:ly)? prohibit|security|not permitted|permission to post|sender (?:was |address )?rejected|message rejected|service refuse|not allowed/i,
  ],
  [
    'system',
    /internal (?:system |server )?error|system error|local (?:error|configuration)|temporary failure|transaction failed|server error|not available|command output|no such file|configuration (?:error|problem)|(?:^|\W)failure/i,
  ],
];

/** The meaning of an enhanced status when the words say nothing (RFC 3463). The first match wins. */
export const reasonByStatus: readonly (readonly [RegExp, BounceReason])[] = [
  [/^\d\.1\.(?:0|1|3)$/, 'user_unknown'],
  // 5.1.10: the domain has a null MX, so it accepts no mail at all (RFC 7505).
  [/^\d\.1\.(?:2|9|10)$/, 'host_unknown'],
  // 5.7.27: our own domain has a null MX.
  [/^\d\.7\.27$/, 'policy'],
  [/^\d\.1\.6$/, 'moved'],
  [/^\d\.1\./, 'policy'],
  [/^\d\.2\.1$/, 'suspended'],
  [/^\d\.2\.2$/, 'mailbox_full'],
  [/^\d\.(?:2\.3|3\.4)$/, 'too_big'],
  [/^\d\.2\.0$/, 'policy'],
  [/^\d\.3\./, 'system'],
  [/^5\.4\.4$/, 'host_unknown'],
  [/^\d\.4\.7$/, 'timeout'],
  [/^\d\.4\.[1256]$/, 'network'],
  [/^\d\.6\./, 'content'],
  [/^\d\.7\.(?:2[0-9]|509)$/, 'auth'],
  [/^\d\.7\./, 'policy'],
  [/^\d\.5\./, 'system'],
];
