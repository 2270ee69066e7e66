const date = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** A day in the reader's own time zone. */
export const dayOf = (iso: string): string => date.format(new Date(iso))

/** Minor units as the currency is written: `money(1999, 'usd')` → `$19.99`. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)
