/** Matches the subject of an absence note, in EN, UK, RU, DE, FR, ES, PL and IT. */
export const absenceSubject =
  /out[- ]of[- ](?:the[- ])?office|\booo\b|\boof\b|on vacation|vacation (?:reply|notice|message|auto)|on (?:annual |sick |maternity |parental )?leave|away from (?:my|the) (?:desk|office|mail)|absence|(?:я |не |зараз )?(?:у|в|на) відпустці|відпустк|відсутн|поза офісом|в отпуске|отпуск|отсутств|нет на (?:рабочем )?месте|вне офиса|abwesen|nicht im (?:büro|haus)|im urlaub|urlaub|außer haus|absent|absence du bureau|en (?:congé|vacances)|hors du bureau|fuera de la? oficina|fuera de la oficina|ausen(?:te|cia)|de vacaciones|poza biurem|nieobecno|na urlopie|urlop|fuori (?:sede|ufficio)|assen(?:te|za)|in ferie/iu;

/** Matches the beginning of the subject of any automatic reply. */
export const automaticSubject =
  /^[^\p{L}\p{N}]*(?:auto(?:matic|matische|mated)?[- ]?(?:reply|response|antwort|answer)|autoreply|autoresponse|automatische antwort|réponse automatique|respuesta automática|risposta automatica|resposta automática|odpowiedź automatyczna|automatyczna odpowiedź|автоматический ответ|автоответ|автоматична відповідь|автовідповідь|automatisch antwoord|automatiskt svar|自動応答|自動返信|自动回复)/iu;

/** Matches the same words when they are separated from the answered subject, as Apple and Exchange do. */
export const automaticLead =
  /^[^\p{L}\p{N}]*(?:auto(?:matic)?[- ]?(?:reply|response)|automatische antwort|réponse automatique|respuesta automática|risposta automatica|resposta automática|odpowiedź automatyczna|автоматический ответ|автоответ|автоматична відповідь|автовідповідь|自動応答|自動返信|自动回复)\s?[:：]/iu;
