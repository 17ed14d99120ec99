import type { TextsOf } from '../texts.ts'

export const outage: TextsOf<'outage'> = {
  act: 'Обриви',
  of: (name: string) => `Обриви: ${name}`,
  help: 'Кожен обрив є в історії. Людей сповіщає правило ескалації, зокрема про завершення.',
  after: 'Недоступна щонайменше, хв',
  who: 'Кого сповіщають',
  nobody: 'Про обриви нікого не сповіщають',
  told: (policy: string, minutes: number) => `Обриви: ${policy}, через ${minutes} хв`,
}
