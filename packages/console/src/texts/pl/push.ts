import type { TextsOf } from '../texts.ts'

export const push: TextsOf<'push'> = {
  title: 'Alarmy na tym urządzeniu',
  from: 'Od poziomu',
  tell: 'Powiadamiaj mnie na tym urządzeniu',
  stop: 'Wyłącz',
  test: 'Wyślij próbę',
  tested: 'Wiadomość próbna jest w drodze.',
  notTested: (why) => `Próby nie wysłano: ${why}`,
  blocked: 'Przeglądarka blokuje powiadomienia tej strony. Zezwól na nie w jej ustawieniach.',
  notSubscribed: 'Nie udało się zapisać przeglądarki: jej usługa powiadomień nie odpowiada.',
  cannot: 'Ta przeglądarka nie może pokazywać powiadomień tej strony.',
  others: 'Inne powiadamiane urządzenia',
  since: (time) => `od ${time}`,
  last: (time) => `ostatnio użyte ${time}`,
  remove: (name) => `Nie powiadamiaj więcej na: ${name}`,
}
