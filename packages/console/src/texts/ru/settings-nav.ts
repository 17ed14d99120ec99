import type { TextsOf } from '../texts.ts'

export const settingsNav: TextsOf<'settingsNav'> = {
  title: 'Настройки',
  org: 'Организация',
  general: 'Общее',
  people: 'Люди',
  keys: 'Ключи API',
  api: 'API',
  integrations: 'Интеграции',
  audit: 'Журнал изменений',
  you: 'Вы',
  profile: 'Профиль',
  security: 'Вход и сеансы',
}
