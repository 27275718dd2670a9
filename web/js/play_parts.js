// The parts of the panel of Play: a hint's boards, the controls of who watches, the opponent, the
// rules.

/** @import {PlayView} from './view_play.js' */
import { app } from './app.js';
import { miniBoard } from './board_parts.js';
import { button, fill, h, selectField } from './dom.js';
import { t } from './i18n.js';
import { aboutPlayer, ladderDialog, ratingOf } from './ladder.js';
import { moveText } from './moves.js';
import { canGiveOdds } from './play_think.js';
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
    const isOver = app.game.current.state.over || view.isFlagged;
    fill(
        view.watch,
        !view.isWatching || isOver
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
    view.watch.hidden = !view.isWatching || isOver;
}

/** Discs given away on purpose, by those who are strong enough. @param {PlayView} view */
function oddsField(view, /** @type {string} */ rival) {
    const can = canGiveOdds(rival),
        { odds } = app.settings;
    const field = selectField(
        t('odds'),
        ['0', '2', '4', '8'].map((value) => ({
            value,
            text: value === '0' ? t('noOdds') : t('oddsIs', { n: value }),
        })),
        can ? odds : '0',
        (value) => {
            app.save({ odds: value });
            view.changed('player');
        },
        'odds',
    );
    const select = /** @type {HTMLSelectElement} */ (field.querySelector('select'));
    select.disabled = !can;
    if (!can) field.title = t('oddsStrong');
    return field;
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
    fill(
        view.rival,
        selectField(t('opponent'), options, rival, choose, 'opponent'),
        h(
            'p',
            { class: 'soft small', id: 'about-rival' },
            rating !== null && h('b', {}, `${rating} · `),
            aboutPlayer(rival),
        ),
        h(
            'div',
            { class: 'pair is-low' },
            oddsField(view, rival),
            button(t('ladderShort'), () => ladderDialog(choose), { icon: 'ladder', id: 'ladder' }),
        ),
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
