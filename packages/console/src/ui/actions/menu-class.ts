/** Class of floating elements: menus and popovers. */
export const popupClass =
  'max-w-[calc(100vw-1rem)] rounded-card border border-line-strong bg-floating p-1 text-sm text-ink shadow-menu'

export const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-part px-2 py-1 outline-none data-checked:bg-selected data-highlighted:bg-hover'

/** A button of the top bar that shows a sign only. */
export const signClass =
  'relative grid size-8 place-items-center rounded-part text-quiet hover:bg-hover hover:text-ink max-md:size-10'
