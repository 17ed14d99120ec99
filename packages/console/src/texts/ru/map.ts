import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const map: TextsOf<'map'> = {
  label: 'Карта сетей',
  keys: 'Стрелки двигают карту, плюс и минус меняют масштаб.',
  zoomIn: 'Увеличить',
  zoomOut: 'Уменьшить',
  without: plural('ru', {
    one: 'у # сети ещё нет места',
    few: 'у # сетей ещё нет места',
    many: 'у # сетей ещё нет места',
  }),
  cluster: (count, first, state) => `Сетей рядом: ${count}, хуже всех ${first}: ${state}. Увеличить.`,
  noPlaces: 'Ни у одной сети ещё нет места',
  noPlacesHelp: 'Задайте его в настройках сети: введите координаты или нажмите на карту.',
  askManager: 'Места сетям задаёт менеджер.',
  place: 'Место',
  placeHelp: 'Где находится сеть, для карты в обзоре. Нажмите на карту или введите градусы.',
  latitude: 'Широта',
  latitudeHint: 'Градусы к северу, от -90 до 90',
  longitude: 'Долгота',
  longitudeHint: 'Градусы к востоку, от -180 до 180',
  wrongDegrees: (max) => `Это должно быть число от -${max} до ${max}.`,
  choose: 'Карта для выбора места',
  takeAway: 'Убрать место',
}
