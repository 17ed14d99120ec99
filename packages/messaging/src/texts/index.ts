export { type Language, texts, textsBeside, textsOf } from '../service-texts/texts.ts'
export { escapeHtml, plain } from './plain.ts'
export { durationText } from './time-text.ts'
export { fill, isLanguage, localeOf, wordIfKnown } from './words.ts'
