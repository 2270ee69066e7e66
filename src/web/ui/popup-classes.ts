/** Menus, selects, popovers and dialogs share background, border, shadow and motion. */
export const popupClasses =
  'relative origin-(--transform-origin) rounded-lg border border-line-strong bg-raised text-ink shadow-overlay outline-none ' +
  'transition-[opacity,scale] duration-140 ease-out data-starting-style:scale-97 data-starting-style:opacity-0 ' +
  'data-ending-style:scale-97 data-ending-style:opacity-0'

export const scrimClasses =
  'fixed inset-0 z-40 min-h-dvh bg-scrim transition-opacity duration-180 data-starting-style:opacity-0 data-ending-style:opacity-0'
