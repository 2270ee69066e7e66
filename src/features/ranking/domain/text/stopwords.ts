// Function words without a topic: they get no postings and little weight. Interrogatives are excluded on purpose:
// "when" and "how much" distinguish answers.
const STOPWORD_LISTS: Record<string, string> = {
  en: `a an the is are was were be been being am do does did of to in on at for with by from as it its this that these
    those i me my we us our you your he she they them his him her their and or but if so than then there here can could
    would should will shall may might must have has had not no please dont doesnt didnt isnt arent wasnt werent wont
    wouldnt couldnt shouldnt hasnt havent hadnt cant cannot im ive s t d m ll re ve`,
  de: `der die das den dem des ein eine einen einem einer eines ist sind war waren sein bin wird werden wurde wurden
    hat haben hatte hatten habe ich mich mir mein meine meinen meiner du dich dir dein deine wir uns unser unsere ihr
    ihre ihren er sie es man sich und oder aber wenn als auch in im an am auf aus bei mit nach von vom zu zum zur für
    um über durch dass daß kann können könnte muss müssen soll sollen darf dürfen will wollen nicht kein keine so dann
    hier da noch nur bitte dieser diese dieses diesen`,
  es: `el la los las lo un una unos unas es son era eran ser fue fueron está están estar he ha han había de del a al en
    por para con sin sobre y e o u pero si que se su sus mi mis tu tus me te le les nos yo él ella ellos ellas usted
    ustedes este esta estos estas ese esa eso esto como más no puedo puede pueden hay ya muy por favor`,
  fr: `le la les l un une des du de d au aux en dans sur par pour avec sans sous et ou mais si que qu se s sa son ses
    mon ma mes ton ta tes notre nos votre vos leur leurs je j tu il elle on nous vous ils elles me m te t lui y ce c cet
    cette ces est sont était étaient être été ai as a avons avez ont avait n ne pas plus peut peux peuvent puis fait`,
  it: `il lo la i gli le l un uno una di d a da in con su per tra fra del dello della dei degli delle al allo alla ai
    agli alle dal dalla nel nella nei nelle sul sulla e ed o ma se che si mi ti ci vi ne io tu lui lei noi voi loro mio
    mia miei mie tuo tua suo sua questo questa questi queste è sono era erano essere stato ho ha hanno aveva non più
    posso può possono come`,
  nl: `de het een is zijn was waren ben wordt worden werd werden heeft hebben had ik me mij mijn je jij jouw u uw we wij
    ons onze hij zij ze hun haar en of maar als dan dat die dit deze in op aan bij met van voor naar uit om te door over
    er niet geen ook nog zo kan kunnen moet moeten mag zal zou`,
  pt: `o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem sobre e ou mas se que seu
    sua seus suas meu minha meus minhas me te lhe nos eu você vocês ele ela eles elas este esta isto esse essa isso é
    são era eram ser foi foram está estão estar tem têm há não mais já posso pode podem ao à`,
  ro: `un o unui unei al ai ale a la in în pe de din cu pentru prin spre sau și si dar dacă ca că se sa să își eu tu el
    ea noi voi ei ele meu mea mei tău ta său este e sunt era erau fi fost am ai are au avea nu mai pot poate acest
    această acel cel cea cei cele lui îmi îți`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня о из ему
    ли если или ни быть был была были него до вас нибудь уж вам ведь там себя ей они тут есть для мы их чем чтоб без
    это эта этот эти мой моя мои мое ваш ваша наш при об можно могу может`,
  tr: `ve veya ya da de ki mi mı mu mü bir bu şu o ben sen biz siz onlar benim senin bizim sizin onun için ile gibi
    daha çok en ne ise ama fakat ancak olarak olan olur var yok değil`,
  ar: `في من إلى الى على عن مع هو هي هم هذا هذه ذلك تلك التي الذي الذين و أو او ثم أن ان إن لا ما لم لن قد كان كانت يكون
    تكون كل بعد قبل عند أنا انا نحن أنت انت`,
  hi: `का की के को में से पर और या है हैं था थी थे हो होता होती होते यह वह ये वे इस उस इन उन मैं मुझे मेरा मेरी मेरे हम हमें
    आप आपका आपकी आपके ने तो भी ही नहीं एक कर करना किया कि जो लिए साथ तक`,
  el: `ο η το οι τα του της των τον την τους τις ένα ένας μία μια σε στο στη στην στον στα στις στους με για από προς ως
    και ή αλλά αν να θα δεν μη μην είναι ήταν είμαι έχω έχει έχουν που ότι εγώ εσύ εμείς εσείς μου σου μας σας αυτό αυτή
    αυτός`,
  th: `ที่ และ หรือ ของ ใน เป็น คือ ได้ ไม่ ให้ มี จะ ก็ กับ แต่ ว่า นี้ นั้น ฉัน ผม คุณ เรา ครับ ค่ะ คะ`,
  zh: `的 了 是 在 我 你 您 他 她 它 们 我们 你们 他们 和 与 或 也 都 就 不 吗 呢 吧 啊 这 那 有 个 把 被 请 会 能 可以`,
  ja: `の に は を が と で も へ や から まで より です ます した する して いる ある ない この その あの これ それ か ね よ た て だ
    な れ し い られ`,
  vi: `và của là các có được cho trong một những này đó với không để từ khi ở tôi bạn chúng ta họ nó thì mà hay hoặc
    nhưng nếu sẽ đã đang bị vào ra trên dưới cũng như`,
}

// Interrogative words. They distinguish answers, but a question of nothing else has no topic.
const INTERROGATIVES: Record<string, string> = {
  en: 'what whats how hows when where wheres who whos whom which why whether much many long often want need know get help tell',
  de: 'was wie wann wo wer wen wem welche welcher welches warum wieso weshalb woher wohin viel viele lange oft',
  es: 'qué que cómo como cuándo cuando dónde donde quién quien cuál cual cuáles cuánto cuánta cuántos cuántas por porqué',
  fr: 'quoi comment quand où qui quel quelle quels quelles combien pourquoi lequel laquelle',
  it: 'cosa che come quando dove chi quale quali quanto quanta quanti quante perché',
  nl: 'wat hoe wanneer waar wie welke waarom hoeveel lang vaak',
  pt: 'que como quando onde quem qual quais quanto quanta quantos quantas porque',
  ro: 'ce cum când unde cine care cât câtă câți câte',
  ru: 'что как когда где кто какой какая какие какое почему зачем сколько куда откуда',
  tr: 'ne nasıl nedir zaman nerede kim hangi neden niçin kaç nereye kadar',
  ar: 'ما ماذا كيف متى أين من لماذا كم أي هل',
  hi: 'क्या कैसे कब कहाँ कौन क्यों कितना कितने कितनी किस',
  el: 'τι πώς πως πότε πού που ποιος ποια ποιο γιατί πόσο πόσα',
  th: 'อะไร อย่างไร ยังไง เมื่อไหร่ ที่ไหน ใคร ทำไม เท่าไหร่ กี่ ไหม',
  zh: '什么 怎么 怎样 如何 何时 哪里 哪儿 谁 为什么 多少 几 哪个 是否',
  ja: '何 どう いつ どこ 誰 なぜ どの どれ いくら いくつ どうやって どのように',
  vi: 'gì nào đâu ai sao bao nhiêu mấy khi thế',
}

export const interrogativeList = (language: string): string[] => INTERROGATIVES[language]?.split(/\s+/) ?? []
export const stopwordList = (language: string): string[] => STOPWORD_LISTS[language]?.split(/\s+/) ?? []
