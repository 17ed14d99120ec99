/** A text in each language that there is. */
export type Texts = Readonly<Record<string, string>>

export interface NameParts {
  deviceName: string
  name: Texts
  label?: string | null
  unitName?: string | null
}

/** For answers that name no language: English, otherwise the first by the alphabet. The database has it as `shown_text`. */
export const shownText = (texts: Texts): string => texts['en'] ?? texts[Object.keys(texts).toSorted()[0] ?? ''] ?? ''

/**
 * Returns the full name, such as `Main meter: Voltage L1 [U1], V`: device, name, and label and unit if present. The
 * database function `full_name` does the same.
 */
export const fullName = ({ deviceName, name, label, unitName }: NameParts): string =>
  `${deviceName}: ${shownText(name)}${label ? ` [${label}]` : ''}${unitName ? `, ${unitName}` : ''}`

/** A plain text stands for English. */
export const textsOf = (input: string | Readonly<Record<string, string | undefined>>): Texts =>
  typeof input === 'string'
    ? { en: input }
    : Object.fromEntries(Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** As a client would give them: a plain text where there is English alone. */
export const compactTexts = (texts: Texts): string | (Texts & { en: string }) => {
  const { en, ...others } = texts
  return en === undefined || Object.keys(others).length === 0 ? shownText(texts) : { en, ...others }
}
