/** An entry at the bottom of a phone. */
export const tabClass =
  'relative flex min-h-15 min-w-0 flex-col items-center justify-center gap-0.5 px-0.5 text-2xs font-medium text-quiet aria-[current]:text-accent'
