export const line = {
  title: 'Adres i prędkość',
  family: 'Co to jest',
  familyHint: 'O tych wiadomo, jak dostają inny adres lub prędkość.',
  look: 'Sprawdź',
  notSuch: 'Nie odpowiada tak, jak takie urządzenie. Nic nie zapisano.',
  otherId:
    'Jego rejestr mówi {says}, a odpowiada jako {uid}: to inne urządzenie albo czeka na wyłączenie i włączenie zasilania.',
  newId: 'Nowy adres',
  idRange: '{min} do {max}, i nikt inny na linii go nie ma',
  giveId: 'Nadaj adres',
  newRate: 'Jego prędkość',
  rateHint: 'Wszystkie jednostki na linii muszą mieć tę samą.',
  giveRate: 'Nadaj prędkość',
  id: {
    taken: 'Ktoś już odpowiada jako {to}. Nic nie zapisano.',
    refused: 'Odmówiło nowego adresu.',
    unclear: 'Nie było odpowiedzi: nie wiadomo, czy przyjęło nowy adres. Nadal odpowiada jako {from}.',
    now: 'Odpowiada teraz jako {to}.',
    later: 'Przyjęło {to} i nadal odpowiada jako {from}: wyłącz i włącz jego zasilanie.',
    lost: 'Zapisano, ale nikt nie odpowiada jako {from} ani {to}: wyłącz i włącz zasilanie, potem szukaj.',
  },
  rate: {
    refused: 'Odmówiło nowej prędkości.',
    unclear: 'Nie było odpowiedzi: nie wiadomo, czy przyjęło nową prędkość. Nadal odpowiada z prędkością linii.',
    now: 'Nie odpowiada już z prędkością linii: ma teraz {rate}. Gdy wszystkie ją mają, ustaw ją dla linii w Ustawieniach.',
    later:
      'Przyjęło {rate} i nadal odpowiada z prędkością linii: zmieni się po wyłączeniu i włączeniu zasilania. Potem ustaw ją dla linii w Ustawieniach.',
  },
}
