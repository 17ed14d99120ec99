import type { TextsOf } from '../texts.ts'

export const notification: TextsOf<'notification'> = {
  confirm: 'Potwierdź',
  again: 'Spróbuj ponownie',
  levels: { none: 'Alarm', info: 'Informacja', warning: 'Ostrzeżenie', failure: 'Awaria', critical: 'Stan krytyczny' },
  stages: {
    'not-confirmed': 'Niepotwierdzony',
    confirmed: 'Potwierdzony',
    resolved: 'Koniec',
    test: 'Próba',
  },
  came: {
    confirmed: 'Potwierdzono.',
    'confirmed-before': 'Potwierdzono już wcześniej.',
    inactive: 'Minął albo zaczął się od nowa: niczego nie potwierdzono.',
    gone: 'Za stare, by potwierdzić stąd.',
    failed: 'Nie potwierdzono: brak połączenia z usługą.',
  },
}
