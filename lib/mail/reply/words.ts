/**
 * The words that mail programs write around a quoted mail, in many languages. Only words, lower-cased: the code that
 * uses them checks their position.
 */

/** "… wrote": the verb in the line above a quote. */
export const wroteVerbs: readonly string[] = [
  'wrote', // en
  'schrieb', // de
  'a écrit', // fr
  'escribió', // es
  'ha scritto', // it
  'scrisse',
  'escreveu', // pt
  'va escriure', // ca
  'schreef', // nl
  'geschreven', // nl: heeft … het volgende geschreven
  'skrev', // da, sv, no
  'kirjoitti', // fi
  'kirjutas', // et
  'napisał', // pl
  'napisała',
  'napisał(a)',
  'pisze',
  'napsal', // cs
  'napsala',
  'napsal(a)',
  'napísal', // sk
  'napísala',
  'napísal(a)',
  'je napisao', // hr, sr
  'je napisala',
  'je napisao/la',
  'je napisal', // sl
  'je napisal/-a',
  'írta', // hu
  'ezt írta',
  'a scris', // ro
  'a scrie',
  'yazdı', // tr
  'rašė', // lt
  'rakstīja', // lv
  'пишет', // ru
  'написал',
  'написала',
  'написал(а)',
  'писал',
  'писала',
  'писал(а)',
  'пише', // uk
  'написав',
  'написала',
  'написав(-ла)',
  'написав(ла)',
  'написа', // bg
  'је написао/ла', // sr
  'έγραψε', // el
  'כתב', // he
  'כתבה',
  'כתב/ה',
  'كتب', // ar
  'đã viết', // vi
  'menulis', // id
  'เขียนว่า', // th
  '写道', // zh
  '寫道',
  '写到',
  'のメッセージ', // ja
  'のメール',
  'は書きました',
  'が書きました',
  '작성', // ko
  '님이 작성',
];

/** The first word of such a line, if any: "On 3 May …". */
export const wroteLeads: readonly string[] = [
  'on',
  'am',
  'le',
  'el',
  'il',
  'em',
  'no dia',
  'op',
  'den',
  'd.',
  'dnia',
  'w dniu',
  'dne',
  'dňa',
  'in data',
  'il giorno',
  'pe',
  'pada',
  'vào',
  'στις',
  'la data de',
  'dana',
  'ב־',
  'في',
  'в',
  'на',
  '在',
  '於',
];

/** The text between dashes above a quoted mail: "-----Original Message-----". */
export const originalMarkers: readonly string[] = [
  'original message',
  'original-nachricht',
  'ursprüngliche nachricht',
  'originalnachricht',
  'message original',
  "message d'origine",
  'message d’origine',
  'mensaje original',
  'messaggio originale',
  'mensagem original',
  'missatge original',
  'oorspronkelijk bericht',
  'origineel bericht',
  'oprindelig besked',
  'oprindelig meddelelse',
  'ursprungligt meddelande',
  'originalmeddelande',
  'opprinnelig melding',
  'alkuperäinen viesti',
  'oryginalna wiadomość',
  'wiadomość oryginalna',
  'původní zpráva',
  'pôvodná správa',
  'eredeti üzenet',
  'mesaj original',
  'mesajul original',
  'orijinal mesaj',
  'özgün ileti',
  'исходное сообщение',
  'пересылаемое письмо',
  'первоначальное сообщение',
  'вихідне повідомлення',
  'оригінальне повідомлення',
  'αρχικό μήνυμα',
  'originalna poruka',
  'thư gốc',
  'pesan asli',
  '原始邮件',
  '原始郵件',
  '邮件原件',
  '元のメッセージ',
  '원본 메시지',
  'reply message',
  'reply to message',
];

/** The text above a forwarded mail. */
export const forwardMarkers: readonly string[] = [
  'forwarded message',
  'begin forwarded message',
  'start of forwarded message',
  'forwarded by',
  'weitergeleitete nachricht',
  'anfang der weitergeleiteten nachricht',
  'message transféré',
  'début du message transféré',
  'début du message réexpédié',
  'message réexpédié',
  'mensaje reenviado',
  'inicio del mensaje reenviado',
  'messaggio inoltrato',
  'inizio messaggio inoltrato',
  'mensagem encaminhada',
  'mensagem reencaminhada',
  'início da mensagem reencaminhada',
  'início da mensagem encaminhada',
  'doorgestuurd bericht',
  'begin doorgestuurd bericht',
  'videresendt meddelelse',
  'start på videresendt besked',
  'vidarebefordrat meddelande',
  'vidarebefordrat brev',
  'videresendt melding',
  'videresendt besked',
  'välitetty viesti',
  'edelleenlähetetty viesti',
  'treść przekazanej wiadomości',
  'wiadomość przekazana',
  'przekazana wiadomość',
  'początek przekazywanej wiadomości',
  'přeposlaná zpráva',
  'preposlaná správa',
  'továbbított üzenet',
  'továbbított levél',
  'mesaj redirecționat',
  'iletilen mesaj',
  'yönlendirilen ileti',
  'пересылаемое сообщение',
  'пересланное сообщение',
  'начало переадресованного сообщения',
  'начало пересылаемого сообщения',
  'переслане повідомлення',
  'початок листа, що пересилається',
  'προωθημένο μήνυμα',
  'προωθημένο μήνυμα αρχή',
  'proslijeđena poruka',
  'прослеђена порука',
  'препратено съобщение',
  'thư đã chuyển tiếp',
  'pesan yang diteruskan',
  '转发的邮件',
  '转发邮件信息',
  '轉寄郵件',
  '轉寄的郵件',
  '転送メッセージ',
  '전달된 메시지',
];
