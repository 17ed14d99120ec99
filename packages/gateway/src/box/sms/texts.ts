/** The words of messages that the gateway sends. */
export interface SmsTexts {
  readonly noAnswer: string
  readonly format: string
  readonly ambiguousComma: string
  readonly signal: string
  readonly roaming: string
  readonly running: string
  readonly noBalance: string
}

const en: SmsTexts = {
  noAnswer: 'no answer',
  format: 'not understood',
  ambiguousComma: 'the comma is ambiguous: write 1500 or 1.5, not 1,500',
  signal: 'signal',
  roaming: 'roaming',
  running: 'running for',
  noBalance: 'the balance is not known',
}

const ua: SmsTexts = {
  noAnswer: 'немає відповіді',
  format: 'незрозуміло',
  ambiguousComma: 'кома неоднозначна: пишіть 1500 або 1.5, а не 1,500',
  signal: 'сигнал',
  roaming: 'роумінг',
  running: 'працює',
  noBalance: 'баланс невідомий',
}

/** Returns the texts for the setting `language`; English for unknown codes. */
export const smsTexts = (language: string): SmsTexts => (language === 'ua' ? ua : en)
