export { escapeHtml, plain } from './plain.ts'
export { type Language, texts, textsOf } from './texts.ts'
export { durationText } from './time-text.ts'
export { isLanguage, localeOf, wordIfKnown } from './words.ts'
