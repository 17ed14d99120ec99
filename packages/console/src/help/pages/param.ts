import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'The line is the mean of each interval, the band its lowest and highest. A gap is a gap: it is never drawn as 0.',
    'Drag to zoom, double-click to go back; the address keeps what you see, so you can send it to others.',
    'An alert is made from here with its parameter already chosen.',
  ],
  pl: [
    'Linia to średnia każdego przedziału, pas to jego minimum i maksimum. Przerwa jest przerwą: nigdy nie jest rysowana jako 0.',
    'Przeciągnij, aby powiększyć, kliknij dwa razy, aby wrócić; adres pamięta widok, można go wysłać innym.',
    'Alarm tworzy się stąd z już wybranym parametrem.',
  ],
  ru: [
    'Линия — среднее каждого интервала, полоса — его минимум и максимум. Разрыв — это разрыв: он никогда не рисуется нулём.',
    'Потяните, чтобы увеличить, двойной щелчок — назад; адрес помнит вид, его можно послать другим.',
    'Тревога создаётся отсюда с уже выбранным параметром.',
  ],
  uk: [
    'Лінія — середнє кожного інтервалу, смуга — його мінімум і максимум. Розрив — це розрив: він ніколи не малюється нулем.',
    'Потягніть, щоб збільшити, подвійне клацання — назад; адреса пам’ятає вигляд, її можна надіслати іншим.',
    'Тривога створюється звідси з уже вибраним параметром.',
  ],
}
