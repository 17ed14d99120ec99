import type { TextsOf } from '../texts.ts'

export const settingsNav: TextsOf<'settingsNav'> = {
  title: 'Налаштування',
  org: 'Організація',
  general: 'Загальне',
  people: 'Люди',
  keys: 'Ключі API',
  api: 'API',
  integrations: 'Інтеграції',
  audit: 'Журнал змін',
  you: 'Ви',
  profile: 'Профіль',
  security: 'Вхід і сеанси',
}
