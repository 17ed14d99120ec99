import type { TextsOf } from '../texts.ts'

export const clock: TextsOf<'clock'> = {
  ahead: (by) =>
    `Zegar usługi przestawiono do przodu o ${by}. Dopóki ktoś nie potwierdzi, że jest dobry, odczyty są odkładane na bok.`,
  behind: (by) =>
    `Zegar usługi jest o ${by} za tym, co zapisano. Jeśli jest dobry, odczyty z przyszłości można odłożyć na bok.`,
  kept: 'Część odczytów odłożono na bok, bo ich czas jest niewiarygodny.',
  look: 'Pokaż',
  title: 'Odłożone odczyty',
  none: 'Nic nie odłożono',
  noneHelp: 'Odczyty trafiają tutaj, gdy zegar usługi pokazuje czas, który nie może być prawdziwy.',
  reason: 'Powód',
  reasons: {
    'clock-ahead': 'Zegar się spieszył',
    'clock-before-2020': 'Zegar pokazywał czas sprzed 2020 roku',
    'ahead-of-the-clock': 'Zapisano z czasem w przyszłości',
  },
  polls: 'Odpytania',
  shown: 'Według zegara',
  trusted: 'Naprawdę',
  unknown: 'Nieznany',
  acceptShown: 'Przyjmij według zegara',
  acceptShownQuestion: 'Odczyty trafią do historii z czasem, który pokazywał zegar.',
  acceptTrusted: 'Przyjmij z prawdziwym czasem',
  acceptTrustedQuestion: 'Odczyty trafią do historii z czasem, w którym naprawdę je wykonano.',
  discard: 'Odrzuć',
  discardQuestion: 'Odczyty zostaną usunięte na zawsze.',
  acceptClock: 'Zegar jest dobry',
  acceptClockQuestion:
    'Odczyty będą znów zapisywane według tego zegara, a zapisane z czasem w przyszłości zostaną odłożone.',
  askAdmin: 'Czy zegar jest dobry, mówi administrator instalacji.',
  done: 'Gotowe.',
}
