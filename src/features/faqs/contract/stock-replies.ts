/** Fixed sentences that visitors get where there is no answer. */
export interface StockReplies {
  /** Nothing in the content answers the question. */
  notFound: string
  /** Comes before a list of related topics. */
  suggested: string
  /** The AI service failed. */
  unavailableAi: string
  /** The server could not be reached, or failed. */
  unavailable: string
}

/** English text of the widget frame when the AI service fails; the page shows `AI_UNAVAILABLE_ON_PAGE`. */
export const AI_UNAVAILABLE =
  "I'm temporarily unable to provide AI assistance. Please browse the FAQs below or contact support."
export const AI_UNAVAILABLE_ON_PAGE =
  "I'm temporarily unable to provide AI assistance. Please browse our FAQs below or contact support."
export const UNAVAILABLE =
  "I'm temporarily unable to provide assistance. Please browse our FAQs below or contact support."
export const NOT_FOUND_ANSWER =
  "I couldn't find this in our help content. Try different words, or contact us and a person will help."
export const SUGGESTED_ANSWER =
  "I'm not certain this answers your question. These are the closest topics in our help content:"

/**
 * Every stock reply in every language that visitors read: the only place where these sentences are defined. A FAQ whose
 * answer is one of them cannot be published.
 */
export const STOCK_REPLIES = {
  en: {
    notFound: NOT_FOUND_ANSWER,
    suggested: SUGGESTED_ANSWER,
    unavailableAi: AI_UNAVAILABLE_ON_PAGE,
    unavailable: UNAVAILABLE,
  },
  ar: {
    notFound: 'لم أجد هذا في محتوى المساعدة لدينا. جرّب كلمات أخرى أو تواصل معنا وسيساعدك أحد أفراد فريقنا.',
    suggested: 'لست متأكدًا من أن هذا يجيب عن سؤالك. هذه أقرب المواضيع في محتوى المساعدة لدينا:',
    unavailableAi: 'المساعدة بالذكاء الاصطناعي غير متاحة مؤقتًا. يُرجى تصفح الأسئلة أدناه أو التواصل مع الدعم.',
    unavailable: 'لا يمكنني المساعدة مؤقتًا. يُرجى تصفح الأسئلة أدناه أو التواصل مع الدعم.',
  },
  de: {
    notFound:
      'Dazu habe ich in unseren Hilfeinhalten nichts gefunden. Versuchen Sie es mit anderen Wörtern oder schreiben Sie uns, dann hilft Ihnen ein Mensch.',
    suggested:
      'Ich bin nicht sicher, ob das Ihre Frage beantwortet. Dies sind die nächstliegenden Themen in unseren Hilfeinhalten:',
    unavailableAi:
      'Die KI-Unterstützung ist vorübergehend nicht verfügbar. Bitte sehen Sie sich unsere FAQs unten an oder wenden Sie sich an den Support.',
    unavailable:
      'Ich kann vorübergehend nicht helfen. Bitte sehen Sie sich unsere FAQs unten an oder wenden Sie sich an den Support.',
  },
  es: {
    notFound:
      'No he encontrado esto en nuestra ayuda. Prueba con otras palabras o escríbenos y una persona te ayudará.',
    suggested: 'No estoy seguro de que esto responda a tu pregunta. Estos son los temas más cercanos de nuestra ayuda:',
    unavailableAi:
      'La asistencia por IA no está disponible temporalmente. Consulta nuestras preguntas frecuentes más abajo o contacta con soporte.',
    unavailable:
      'Temporalmente no puedo ayudarte. Consulta nuestras preguntas frecuentes más abajo o contacta con soporte.',
  },
  fr: {
    notFound:
      'Je n’ai rien trouvé à ce sujet dans notre aide. Essayez d’autres mots ou contactez-nous : une personne vous aidera.',
    suggested:
      'Je ne suis pas certain que cela réponde à votre question. Voici les sujets les plus proches dans notre aide :',
    unavailableAi:
      'L’assistance par IA est temporairement indisponible. Consultez nos FAQ ci-dessous ou contactez le support.',
    unavailable: 'Je ne peux temporairement pas vous aider. Consultez nos FAQ ci-dessous ou contactez le support.',
  },
  it: {
    notFound: 'Non ho trovato nulla nella nostra guida. Prova con altre parole o contattaci: una persona ti aiuterà.',
    suggested:
      'Non sono certo che questo risponda alla tua domanda. Questi sono gli argomenti più vicini nella nostra guida:',
    unavailableAi:
      'L’assistenza IA non è al momento disponibile. Consulta le nostre FAQ qui sotto o contatta l’assistenza.',
    unavailable: 'Al momento non posso aiutarti. Consulta le nostre FAQ qui sotto o contatta l’assistenza.',
  },
  ja: {
    notFound:
      'ヘルプの中に該当する内容が見つかりませんでした。別の言葉で試すか、お問い合わせください。担当者がお手伝いします。',
    suggested: 'ご質問の答えになっているか確信がありません。ヘルプの中で最も近い項目はこちらです:',
    unavailableAi:
      '現在、AIによるサポートをご利用いただけません。下のよくある質問をご覧いただくか、サポートにお問い合わせください。',
    unavailable: '現在、お答えできません。下のよくある質問をご覧いただくか、サポートにお問い合わせください。',
  },
  nl: {
    notFound:
      'Dit staat niet in onze hulpteksten. Probeer andere woorden of neem contact op, dan helpt iemand je verder.',
    suggested: 'Ik weet niet zeker of dit je vraag beantwoordt. Dit zijn de onderwerpen die er het dichtst bij komen:',
    unavailableAi:
      'De AI-hulp is tijdelijk niet beschikbaar. Bekijk onze veelgestelde vragen hieronder of neem contact op.',
    unavailable: 'Ik kan tijdelijk niet helpen. Bekijk onze veelgestelde vragen hieronder of neem contact op.',
  },
  pl: {
    notFound: 'Nie ma tego w naszych materiałach pomocy. Spróbuj innych słów albo napisz do nas, a pomoże Ci człowiek.',
    suggested: 'Nie mam pewności, że to odpowiada na Twoje pytanie. Oto najbliższe tematy w naszej pomocy:',
    unavailableAi:
      'Pomoc AI jest chwilowo niedostępna. Przejrzyj pytania poniżej lub skontaktuj się z pomocą techniczną.',
    unavailable: 'Chwilowo nie mogę pomóc. Przejrzyj pytania poniżej lub skontaktuj się z pomocą techniczną.',
  },
  pt: {
    notFound: 'Não encontrei isto na nossa ajuda. Tente outras palavras ou contacte-nos e uma pessoa irá ajudar.',
    suggested:
      'Não tenho a certeza de que isto responda à sua pergunta. Estes são os temas mais próximos na nossa ajuda:',
    unavailableAi:
      'A assistência por IA está temporariamente indisponível. Consulte as nossas perguntas frequentes abaixo ou contacte o suporte.',
    unavailable: 'De momento não consigo ajudar. Consulte as nossas perguntas frequentes abaixo ou contacte o suporte.',
  },
  tr: {
    notFound:
      'Bunu yardım içeriğimizde bulamadım. Başka sözcükler deneyin ya da bize yazın, bir kişi size yardımcı olsun.',
    suggested: 'Bunun sorunuzu yanıtladığından emin değilim. Yardım içeriğimizdeki en yakın konular şunlar:',
    unavailableAi:
      'Yapay zekâ desteği geçici olarak kullanılamıyor. Lütfen aşağıdaki sorulara bakın veya destekle iletişime geçin.',
    unavailable: 'Şu anda yardımcı olamıyorum. Lütfen aşağıdaki sorulara bakın veya destekle iletişime geçin.',
  },
  zh: {
    notFound: '我在帮助内容中没有找到相关信息。请换个说法,或联系我们,会有专人为您提供帮助。',
    suggested: '我不确定这是否回答了您的问题。以下是帮助内容中最接近的主题:',
    unavailableAi: 'AI 助手暂时无法使用。请浏览下方的常见问题或联系支持团队。',
    unavailable: '我暂时无法提供帮助。请浏览下方的常见问题或联系支持团队。',
  },
} satisfies Record<string, StockReplies>
