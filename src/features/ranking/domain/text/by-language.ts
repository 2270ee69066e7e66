/** Returns a function that makes a value for each language once, when it is first needed. */
export function byLanguage<Value>(make: (language: string) => Value): (language: string) => Value {
  const values = new Map<string, Value>()
  return (language) => {
    const known = values.get(language)
    if (known !== undefined) return known
    const value = make(language)
    values.set(language, value)
    return value
  }
}
