const charsMax = 60

/** Derives an identifier for URLs and references from a name: `Main meter 2` becomes `main-meter-2`. */
export const slugFrom = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replace(/[а-яёіїєґ]/g, (letter) => cyrillic[letter] ?? '')
    .normalize('NFKD')
    .replace(/ł/g, 'l')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, charsMax)
    .replace(/^-+|-+$/g, '')
  return plain === '' ? 'x' : plain
}

/** Checks a slug that a user has chosen. */
export const isSlug = (text: string): boolean =>
  text.length <= charsMax && /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(text)

/** Returns the slug, with the first free number if it is taken. */
export const freeSlug = (wanted: string, isTaken: (slug: string) => boolean): string => {
  if (!isTaken(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const numbered = `${wanted.slice(0, charsMax - 8)}-${number}`
    if (!isTaken(numbered)) return numbered
  }
}

const cyrillic: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'yi',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}
