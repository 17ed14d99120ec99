import type { Plugin } from 'vite'

const literal = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source
const described = new RegExp(String.raw`\.describe\(\s*${literal},?\s*\)`, 'g')
const summaries = new RegExp(String.raw`\b(?:summary|description):\s*${literal}(?:\s*\+\s*${literal})*,?`, 'g')
const errors = new RegExp(String.raw`\berrors: \{\s*(?:\w+:\s*${literal},?\s*)+\},`, 'g')

/** A contract without the texts of the reference, for which its callers have no use. */
export const withoutTexts = (code: string): string =>
  code.replaceAll(described, '').replaceAll(errors, '').replaceAll(summaries, '')

/** What is loaded to use the API does not bring its manual. */
export const contractsWithoutTexts: Plugin = {
  name: 'contracts-without-texts',
  enforce: 'pre',
  transform: (code, id) =>
    /packages\/(?:cloud|wire)\/src\/.*\.ts$/.test(id) ? { code: withoutTexts(code), map: null } : undefined,
}
