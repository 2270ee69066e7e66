/** Puts values in place of `{names}`; a value is taken as it is. */
export const fillPlaceholders = (template: string, placeholderValues: Record<string, string | number>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, valueName: string) =>
    String(placeholderValues[valueName] ?? placeholder),
  )
