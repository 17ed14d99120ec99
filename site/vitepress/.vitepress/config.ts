import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { searched } from '../theme/searched.ts'
import { slug } from '../theme/slug.ts'
import { taskGrammar } from '../theme/task-grammar.ts'

const sidebar = JSON.parse(readFileSync(new URL('../.data/sidebar.json', import.meta.url), 'utf8'))

const nav = [
  { text: 'Documentation', link: '/documentation', activeMatch: '/(tutorials|how-to|explanation)/' },
  { text: 'Devices', link: '/reference/devices/', activeMatch: '/reference/devices/' },
  { text: 'API', link: '/reference/api/', activeMatch: '/reference/api/' },
  { text: 'Decisions', link: '/decisions/', activeMatch: '/decisions/' },
  { text: 'Changelog', link: '/changelog' },
]

/** A language that has its first guide; the rest is in English. */
const translated = (label: string, lang: string, words: { first: string; english: string; outline: string }) => ({
  label,
  lang,
  link: `/${lang}/first-device`,
  themeConfig: {
    nav: [
      { text: words.first, link: `/${lang}/first-device` },
      { text: words.english, link: '/' },
    ],
    sidebar: [],
    outline: { level: [2, 3] as [number, number], label: words.outline },
  },
})

export default defineConfig({
  title: 'Busbar',
  description: 'Self-hosted monitoring for Modbus equipment',
  srcDir: '.data/pages',
  cacheDir: '.data/cache',
  outDir: '../dist',
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  markdown: { languages: [taskGrammar], anchor: { slugify: slug } },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    logo: '/icon.svg',
    nav,
    sidebar,
    outline: { level: [2, 3] },
    i18nRouting: false,
    search: {
      provider: 'local',
      options: { _render: (source, env, markdown) => searched(markdown.render(source, env), env.frontmatter) },
    },
    footer: { message: 'MIT licensed. Made from the repository by <code>npm run docs:site</code>.' },
  },
  locales: {
    root: { label: 'English', lang: 'en' },
    pl: translated('Polski', 'pl', {
      first: 'Pierwsze urządzenie',
      english: 'Reszta po angielsku',
      outline: 'Na tej stronie',
    }),
    ru: translated('Русский', 'ru', {
      first: 'Первое устройство',
      english: 'Остальное по-английски',
      outline: 'На этой странице',
    }),
    uk: translated('Українська', 'uk', {
      first: 'Перший пристрій',
      english: 'Решта англійською',
      outline: 'На цій сторінці',
    }),
  },
})
