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

interface TranslatedTitles {
  install: string
  'first-device': string
  alerts: string
  operator: string
  troubleshooting: string
}

/** A language with translations of the main guides; the other pages are in English. */
const translated = (label: string, lang: string, titles: TranslatedTitles, english: string, outline: string) => ({
  label,
  lang,
  link: `/${lang}/first-device`,
  themeConfig: {
    nav: [{ text: english, link: '/' }],
    sidebar: Object.entries(titles).map(([page, text]) => ({ text, link: `/${lang}/${page}` })),
    outline: { level: [2, 3] as [number, number], label: outline },
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
    pl: translated(
      'Polski',
      'pl',
      {
        install: 'Instalacja',
        'first-device': 'Pierwsze urządzenie',
        alerts: 'Alarmy',
        operator: 'Codzienna praca operatora',
        troubleshooting: 'Rozwiązywanie problemów',
      },
      'Dokumentacja po angielsku',
      'Na tej stronie',
    ),
    ru: translated(
      'Русский',
      'ru',
      {
        install: 'Установка',
        'first-device': 'Первое устройство',
        alerts: 'Тревоги',
        operator: 'Ежедневная работа оператора',
        troubleshooting: 'Устранение неполадок',
      },
      'Документация на английском',
      'На этой странице',
    ),
    uk: translated(
      'Українська',
      'uk',
      {
        install: 'Встановлення',
        'first-device': 'Перший пристрій',
        alerts: 'Тривоги',
        operator: 'Щоденна робота оператора',
        troubleshooting: 'Усунення несправностей',
      },
      'Документація англійською',
      'На цій сторінці',
    ),
  },
})
