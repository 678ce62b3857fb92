import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { CardControls } from "./card-controls"
import { CoverPicture } from "./cover-picture"
import type { ShownCard } from "./shown-card"

export interface PictureBrowserProps {
  list: HTMLElement
  /** The first event on the list, before this was fetched. */
  event: Event
  profiles: readonly ShownCard[]
}

/** A card of more than one picture, with the frame of its cover, and the width at which that is drawn. */
interface Card {
  element: HTMLElement
  picture: HTMLElement
  box: HTMLElement
  sizes: string
  profile: ShownCard
}

/** The picture that a card shows, 0 being its cover, and the last one that it has shown. */
interface Place {
  at: number
  furthest: number
}

const cover: Place = { at: 0, furthest: 0 }

/** A finger on a card; `isSwipe` once it moves sideways. */
interface Drag {
  pointerId: number
  card: Card
  x: number
  y: number
  startedAt: number
  isSwipe: boolean
}

/** Pixels by which a finger moves before it is a swipe, as browsers measure a scroll. */
const slop = 8

/** The part of a picture's width by which a swipe turns it, and the speed in pixels per ms that is enough, too. */
const [turningPart, turningSpeed] = [0.25, 0.4]

/**
 * Lets cards show their next pictures: by a swipe, by two buttons under a mouse, and by the arrow keys. The pictures of a card
 * are fetched once a pointer or the focus is on it.
 */
export default function PictureBrowser({ list, event, profiles }: PictureBrowserProps) {
  const [cards, setCards] = useState<Card[]>([])
  const [places, setPlaces] = useState<Record<string, Place>>({})
  const first = useRef<Event | null>(event)
  const drag = useRef<Drag | null>(null)
  const swipedAt = useRef(Number.NEGATIVE_INFINITY)

  useLayoutEffect(() => setCards(findCards(list, profiles)), [list, profiles])

  const placeOf = ({ profile }: Card) => places[profile.id] ?? cover
  const cardOf = ({ target }: Event) => cards.find(({ element }) => element.contains(target as Node))

  function open({ profile }: Card) {
    setPlaces((all) => (all[profile.id] ? all : { ...all, [profile.id]: cover }))
  }

  function turn({ profile, picture }: Card, step: number) {
    const { at, furthest } = places[profile.id] ?? cover
    const next = Math.min(Math.max(at + step, 0), profile.more.length)
    slide(picture, next)
    setPlaces((all) => ({ ...all, [profile.id]: { at: next, furthest: Math.max(furthest, next) } }))
  }

  function onEnter(event: Event) {
    const card = cardOf(event)
    if (card) open(card)
  }

  function onPointerDown(event: PointerEvent) {
    const { pointerId, pointerType, isPrimary, clientX: x, clientY: y, timeStamp: startedAt } = event
    swipedAt.current = Number.NEGATIVE_INFINITY
    const card = cardOf(event)
    if (drag.current) end(drag.current)
    if (card && isPrimary && pointerType !== "mouse") {
      open(card)
      drag.current = { pointerId, card, x, y, startedAt, isSwipe: false }
    }
  }

  function onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
    const current = drag.current
    if (current?.pointerId !== pointerId) return
    const { card, x, y } = current
    const [dx, dy] = [clientX - x, clientY - y]
    if (!current.isSwipe && Math.hypot(dx, dy) > slop) {
      if (Math.abs(dx) < Math.abs(dy)) return end(current)
      current.isSwipe = true
    }
    if (!current.isSwipe || matchMedia("(prefers-reduced-motion: reduce)").matches) return
    const last = card.profile.more.length
    const wanted = placeOf(card).at - dx / card.picture.offsetWidth
    card.picture.dataset.dragged = ""
    // Beyond the first and the last one, a little.
    slide(card.picture, Math.min(Math.max(wanted, -0.1), last + 0.1))
  }

  function onPointerUp({ pointerId, clientX, timeStamp }: PointerEvent) {
    const current = drag.current
    if (current?.pointerId !== pointerId) return
    const { card, x, startedAt, isSwipe } = current
    end(current)
    if (!isSwipe) return
    swipedAt.current = timeStamp
    const dx = clientX - x
    const isFar = Math.abs(dx) > card.picture.offsetWidth * turningPart
    if (isFar || Math.abs(dx) > turningSpeed * (timeStamp - startedAt)) turn(card, dx < 0 ? 1 : -1)
  }

  function end({ card }: Drag) {
    drag.current = null
    delete card.picture.dataset.dragged
    slide(card.picture, placeOf(card).at)
  }

  function onPointerCancel({ pointerId }: PointerEvent) {
    if (drag.current?.pointerId === pointerId) end(drag.current)
  }

  /** A swipe is no press: the card's link is not followed. */
  function onClick(event: MouseEvent) {
    if (event.timeStamp - swipedAt.current > 400) return
    event.preventDefault()
    event.stopPropagation()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const card = cardOf(event)
    if (!step || !card || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    turn(card, step)
  }

  // Each render's own: they are few, and read its state.
  useEffect(() => {
    const listeners: [string, (event: never) => void][] = [
      ["pointerover", onEnter],
      ["focusin", onEnter],
      ["pointerdown", onPointerDown],
      ["pointermove", onPointerMove],
      ["pointerup", onPointerUp],
      ["pointercancel", onPointerCancel],
      ["click", onClick],
      ["keydown", onKeyDown],
    ]
    for (const [name, listener] of listeners) list.addEventListener(name, listener as EventListener, true)
    if (cards.length > 0 && first.current) {
      onEnter(first.current)
      if (first.current instanceof PointerEvent) onPointerDown(first.current)
      first.current = null
    }
    return () => {
      for (const [name, listener] of listeners) list.removeEventListener(name, listener as EventListener, true)
    }
  })

  return cards.map((card) => {
    const { profile, picture, box, sizes } = card
    const place = places[profile.id]
    const { at, furthest } = placeOf(card)
    const controls = { name: profile.name, total: profile.more.length + 1, at, furthest, isOpen: place !== undefined }
    // The next one is fetched before it is asked for.
    const slides = place ? profile.more.slice(0, furthest + 1) : []
    return (
      <Fragment key={profile.id}>
        {createPortal(
          slides.map((id) => (
            <CoverPicture key={id} cover={{ id, color: "" }} sizes={sizes} eager className="card-slide" />
          )),
          picture,
        )}
        {createPortal(<CardControls {...controls} onTurn={(step) => turn(card, step)} />, box)}
      </Fragment>
    )
  })
}

/** Moves a card's pictures to one of them, or between two. */
const slide = (picture: HTMLElement, at: number) => picture.style.setProperty("--slide", String(at))

/** Finds the cards of several pictures in a list. */
function findCards(list: HTMLElement, profiles: readonly ShownCard[]): Card[] {
  return [...list.querySelectorAll<HTMLElement>(".card")].flatMap((element) => {
    const path = element.querySelector<HTMLAnchorElement>(".card-link")?.pathname ?? ""
    const profile = profiles.find(({ slug }) => path.endsWith(`/${slug}`))
    const picture = element.querySelector<HTMLElement>(".picture")
    const box = picture?.parentElement
    const sizes = picture?.querySelector("img")?.sizes ?? ""
    return profile && picture && box && profile.more.length > 0 ? [{ element, picture, box, sizes, profile }] : []
  })
}
