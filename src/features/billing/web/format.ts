/** Minor units as the currency is written: `formatMoney(1999, 'usd')` → `$19.99`. */
export const formatMoney = (minorUnits: number, currencyCode: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode.toUpperCase() }).format(minorUnits / 100)
