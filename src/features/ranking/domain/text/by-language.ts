/** Returns a function that makes a value for each language once, when it is first needed. */
export function byLanguage<Value>(createValue: (language: string) => Value): (language: string) => Value {
  const valueByLanguage = new Map<string, Value>()
  return (language) => {
    const knownValue = valueByLanguage.get(language)
    if (knownValue !== undefined) return knownValue
    const createdValue = createValue(language)
    valueByLanguage.set(language, createdValue)
    return createdValue
  }
}
