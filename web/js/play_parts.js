// The parts of the panel of Play: a hint's boards, the controls of who watches, the opponent, the
// rules.

/** @import {PlayView} from './view_play.js' */
import { app } from './app.js';
import { miniBoard } from './board_parts.js';
import { button, fill, h, selectField } from './dom.js';
import { t } from './i18n.js';
import { aboutPlayer, ladderDialog, ratingOf } from './ladder.js';
import { moveText } from './moves.js';
import { playMove } from './rules.js';
import { playerOptions } from './setup.js';

/** How the hint may continue, on small boards. @param {PlayView} view */
export function drawAdvice(view) {
    const { game } = app;
    view.advice.hidden = !view.hint;
    if (!view.hint) return fill(view.advice);
    const boards = [];
    let state = game.current.state;
    for (const move of view.hint.line.slice(0, 3)) {
        const after = playMove(state, move, game.width, game.height);
        if (!after) break;
        boards.push(
            h(
                'figure',
                {},
                miniBoard(after, game.width, game.height),
                h('figcaption', { class: 'small' }, moveText(move)),
            ),
        );
        state = after;
    }
    fill(view.advice, boards);
}

/** Two programs play: pause and speed. @param {PlayView} view */
export function drawWatch(view) {
    fill(
        view.watch,
        !view.isWatching
            ? []
            : [
                  button(
                      t(view.isPaused ? 'resume' : 'pause'),
                      () => {
                          view.isPaused = !view.isPaused;
                          if (view.isPaused) view.stopThinking();
                          view.changed('pause');
                      },
                      { icon: view.isPaused ? 'play' : 'pause', id: 'pause' },
                  ),
                  selectField(
                      t('speed'),
                      [
                          ['2000', 'slow'],
                          ['700', 'normal'],
                          ['150', 'fast'],
                          ['0', 'fastest'],
                      ].map(([value, key]) => ({ value, text: t(key) })),
                      String(app.settings.pause),
                      (value) => app.save({ pause: Number(value) }),
                      'speed',
                  ),
              ],
    );
    view.watch.hidden = !view.isWatching;
}

/** Against a program its strength can be changed at any time. @param {PlayView} view */
export function drawRival(view) {
    const { settings, game } = app,
        isBlack = settings.black !== 'human';
    view.rival.hidden = isBlack === (settings.white !== 'human');
    if (view.rival.hidden) return;
    const options = playerOptions(game.board).filter(({ value }) => value !== 'human');
    const rival = isBlack ? settings.black : settings.white,
        rating = ratingOf(rival);
    const choose = /** @param {string} value */ (value) => {
        app.save(isBlack ? { black: value } : { white: value });
        view.stopThinking();
        view.changed('player');
    };
    const odds = selectField(
        t('odds'),
        ['0', '2', '4', '8'].map((value) => ({
            value,
            text: value === '0' ? t('noOdds') : t('oddsIs', { n: value }),
        })),
        settings.odds,
        (value) => {
            app.save({ odds: value });
            view.changed('player');
        },
        'odds',
    );
    fill(
        view.rival,
        h(
            'div',
            { class: 'pair' },
            selectField(t('opponent'), options, rival, choose, 'opponent'),
            odds,
        ),
        h(
            'p',
            { class: 'soft small', id: 'about-rival' },
            rating !== null && h('b', {}, `${rating} · `),
            aboutPlayer(rival),
        ),
        button(t('ladder'), () => ladderDialog(choose), {
            kind: 'is-small',
            icon: 'last',
            id: 'ladder',
        }),
    );
}

/** The rules of the game, folded. */
export function rules() {
    return h(
        'details',
        { class: 'card rules' },
        h('summary', {}, t('rulesTitle')),
        h(
            'ul',
            {},
            ['rules1', 'rules2', 'rules3', 'rules4'].map((key) => h('li', {}, t(key))),
        ),
    );
}
