import type { TextsOf } from '../texts.ts'

export const settingsNav: TextsOf<'settingsNav'> = {
  title: 'Ustawienia',
  org: 'Organizacja',
  general: 'Ogólne',
  people: 'Ludzie',
  keys: 'Klucze API',
  api: 'API',
  integrations: 'Integracje',
  audit: 'Dziennik zmian',
  you: 'Ty',
  profile: 'Profil',
  security: 'Logowanie i sesje',
}
