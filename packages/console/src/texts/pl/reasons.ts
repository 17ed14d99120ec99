import type { TextsOf } from '../texts.ts'

export const reasons: TextsOf<'reasons'> = {
  Timeout: 'Urządzenie nie odpowiedziało na czas',
  Crc: 'Odpowiedź została uszkodzona po drodze',
  Malformed: 'Odpowiedź była bez sensu',
  NoConnection: 'Sieć nie była połączona',
  Overloaded: 'Zbyt wiele zapytań już czekało',
  NotANumber: 'Urządzenie nie przechowuje liczby',
  Infinite: 'Wartość wykracza poza wszystkie liczby',
  NotBcd: 'Cyfra liczby BCD jest większa niż dziewięć',
  TooShort: 'Odpowiedź była krótsza niż wartość',
  Unreadable: 'Przy takich ustawieniach nie da się odczytać',
  IllegalFunction: 'Urządzenie nie zna tej funkcji',
  IllegalDataAddress: 'Urządzenie nie ma takiego rejestru',
  IllegalDataValue: 'Urządzenie odrzuciło wartość',
  ServerDeviceFailure: 'Awaria urządzenia',
  Acknowledge: 'Urządzenie jeszcze nad tym pracuje',
  ServerDeviceBusy: 'Urządzenie jest zajęte',
  NegativeAcknowledge: 'Urządzenie nie może tego zrobić',
  MemoryParityError: 'Pamięć urządzenia jest uszkodzona',
  GatewayPathUnavailable: 'Bramka nie ma drogi do urządzenia',
  GatewayTargetDeviceFailedToRespond: 'Urządzenie nie odpowiedziało bramce',
}
