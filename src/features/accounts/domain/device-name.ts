/** In the order in which they have to be asked for: most browsers also name those they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const OPERATING_SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstMatchingName = (
  namePatterns: readonly (readonly [RegExp, string])[],
  userAgentText: string,
): string | undefined => namePatterns.find(([pattern]) => pattern.test(userAgentText))?.[1]

/** Returns the name of the device in a User-Agent header: "Firefox on Linux", or the recognized part. */
export function deviceName(userAgent: string): string {
  const browser = firstMatchingName(BROWSERS, userAgent)
  const operatingSystem = firstMatchingName(OPERATING_SYSTEMS, userAgent)
  if (browser && operatingSystem) return `${browser} on ${operatingSystem}`
  return browser ?? operatingSystem ?? 'Unknown device'
}
