const INSTRUCTIONS = [
  String.raw`\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,60}\b(?:instruction|prompt|rule|previous|above|prior|system)`,
  String.raw`(?:ignorier|vergiss|vergessen sie|missacht)[^.!?\n]{0,60}(?:anweisung|vorgabe|regel|prompt)`,
  String.raw`\b(?:ignore[rz]?|oublie[rz]?)\b[^.!?\n]{0,60}\b(?:instructions?|consignes?|règles?)`,
  String.raw`\b(?:ignor[ae]|olvid[ae]|dimentica|esque[cç]a)\b[^.!?\n]{0,60}(?:instrucciones|reglas|istruzioni|regole|instruções|regras)`,
  String.raw`\b(?:system|developer) (?:prompt|message|instruction)`,
  String.raw`\byou are (?:now |an? )[^.!?\n]{0,40}\b(?:ai|assistant|chatbot|language model|llm|gpt)\b`,
  String.raw`\b(?:as an? |dear |hey |hello )(?:ai|assistant|chatbot|language model|llm)\b`,
  String.raw`\b(?:reply|respond|answer)(?: only)? with (?:the |exactly )?["“'«]`,
  String.raw`<\|[a-z_]+\|>|\[\/?inst\]|^\s*(?:system|assistant|user)\s*:`,
]
const INSTRUCTION = new RegExp(INSTRUCTIONS.join('|'), 'iu')

/**
 * Removes sentences that address a model instead of a reader. Instructions in a page are not evidence, so such a
 * sentence is never passed to a model and never quoted.
 */
export function withoutInstructions(passage: string): string {
  return passage
    .split(/(?<=[.!?。！？\n])/u)
    .filter((sentence) => !INSTRUCTION.test(sentence))
    .join('')
    .trim()
}
