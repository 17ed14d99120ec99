let collator = new Intl.Collator('en', { numeric: true })

/** Sets the language of `compareNames`. */
export const setSortLanguage = (language: string): void => {
  collator = new Intl.Collator(language, { numeric: true })
}

/** Orders names as the chosen language does, with numbers inside them by value. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)
