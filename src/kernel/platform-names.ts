/** Names of platforms in English and German, by the platform that they mean. The maker of a phone is none. */
const PLATFORM_NAMES = Object.entries({
  ios: /\b(ios|ipados|iphones?|ipads?)\b/iu,
  mac: /\b(macs?|macos|macbooks?|imacs?|osx)\b/iu,
  windows: /\b(windows|win ?1[01])\b/iu,
  linux: /\b(linux|ubuntu|debian|fedora)\b/iu,
  android: /\bandroid\b/iu,
  chromebook: /\b(chromebooks?|chrome ?os)\b/iu,
  tv: /\b(tvs?|fernseher|roku|fire stick)\b/iu,
  watch: /\b(smart ?watch|(apple|galaxy|pixel|my|the|your|an?) watch|wear ?os|(meine[rn]?|der|die) uhr)\b/iu,
  console: /\b(playstation|xbox|nintendo|kindle)\b/iu,
  car: /\b(carplay|android auto)\b/iu,
  speaker: /\b(alexa|siri|google home|echo)\b/iu,
  chrome: /\b(chrome|chromium)\b(?! ?os\b)/iu,
  firefox: /\bfirefox\b/iu,
  safari: /\bsafari\b/iu,
  edge: /\bedge\b/iu,
})

/** Platforms that a text names. */
export const platformsNamed = (text: string): Set<string> =>
  new Set(PLATFORM_NAMES.flatMap(([platform, names]) => (names.test(text) ? [platform] : [])))
