import { fileURLToPath } from 'node:url'
import { type CatalogueLanguage, readTexts } from '@busbar/ui/catalogue'
import type { Texts } from '../texts/messages.ts'

const folder = fileURLToPath(new URL('../../messages', import.meta.url))

/** Reads the texts of a language as the pages show them. */
export const textsIn = (language: CatalogueLanguage): Texts => readTexts(folder, language) as Texts
