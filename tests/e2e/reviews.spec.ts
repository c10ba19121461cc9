import consoleTexts from '#lib/i18n/console/en/moderation.json' with { type: 'json' };
import { fill } from '#lib/i18n/fill.ts';
import { scoreText } from '#lib/i18n/score-text.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { writeReview } from '#lib/store/reviews/write-review.ts';
import { buy, makePerson, openShopOf, sell } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { prefixOf, sellerWords, words } from './fixtures/words.ts';

const { reviews: t, messageReport: reportTexts } = words.en;
const { reviews: seller } = sellerWords.en;
const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 800 };

test(
  'a buyer reviews what they bought, its seller replies, a reader reports, and a moderator hides and restores it',
  looks,
  async ({ page, world, signInAs, openBrowser, baseURL }) => {
    const owner = await makePerson(world, { name: 'Owner of the review kiln' });
    const vendorId = await openShopOf(owner, 'Kiln that is reviewed');
    const bowl = await sell(world, 'Bowl that is reviewed', 9, 20_000, vendorId);
    const row = await world.data.need(Products, bowl);
    const address = `/products/${bowl}/${row.data.slug}`;
    const other = await makePerson(world, { name: 'Taras Other', creditMinor: 1_000_000 });
    await buy(other, [{ id: bowl, qty: 1 }]);
    await writeReview(other.ctx, row, { rating: 3, title: 'Fine', content: 'A bowl like others.', images: [] });
    const buyer = await signInAs({ name: 'Olena Buyer', creditMinor: 1_000_000 });
    await buy(buyer, [{ id: bowl, qty: 1 }]);

    // The draft survives a reload. What is missing is named.
    await page.goto(address);
    const section = page.getByRole('region', { name: t.title, exact: true });
    await section.getByRole('button', { name: t.write, exact: true }).click();
    await section.getByRole('button', { name: t.save, exact: true }).click();
    await expect(section.getByText(t.needRating)).toBeVisible();
    await expect(section.getByText(t.needText)).toBeVisible();
    await section.getByRole('textbox', { name: t.content }).fill('It holds the heat, and the glaze is deep.');
    await page.reload();
    await section.getByRole('button', { name: t.write, exact: true }).click();
    await expect(section.getByRole('textbox', { name: t.content })).toHaveValue(/holds the heat/);
    await section.getByRole('radio', { name: fill(t.stars, { stars: 5 }, 'en'), exact: true }).check({ force: true });
    await shoot(page, 'review-form');
    await section.getByRole('button', { name: t.save, exact: true }).click();
    await expect(section.getByRole('status').filter({ hasText: t.saved })).toBeVisible();
    const mine = section.getByRole('region', { name: t.mine, exact: true });
    await expect(mine).toContainText(t.verified);
    const list = section.getByRole('list', { name: fill(t.list, { title: 'Bowl that is reviewed' }, 'en') });
    await expect(list.getByRole('article')).toHaveCount(2);
    await expect(section).toContainText('4');

    // A bar filters in the address; pressed again it shows all. Back restores the filter.
    await section.getByRole('link', { name: fill(t.bar, { stars: 3, count: 1 }, 'en') }).click();
    await expect(page).toHaveURL(/stars=3/);
    await expect(list.getByRole('article')).toHaveCount(1);
    await section.getByRole('link', { name: fill(t.bar, { stars: 3, count: 1 }, 'en') }).click();
    await expect(list.getByRole('article')).toHaveCount(2);
    await section.getByRole('navigation', { name: t.sort }).getByRole('link', { name: t.sort_rating_asc }).click();
    await expect(list.getByRole('article').first()).toContainText('A bowl like others.');
    const vote = list.getByRole('article').filter({ hasText: 'A bowl like others.' });
    await vote.getByRole('button', { name: t.helpful, exact: true }).click();
    await expect(vote.getByRole('button', { pressed: true })).toHaveText(fill(t.helpfulCount, { count: 1 }, 'en'));
    await page.reload();
    await expect(vote.getByRole('button', { pressed: true })).toHaveText(fill(t.helpfulCount, { count: 1 }, 'en'));
    await expectSound(page, 'product-reviews');

    // The seller replies.
    const shop = await openBrowser();
    await wear(shop, owner.cookie, baseURL);
    const desk = await shop.newPage();
    await desk.goto('/sell/reviews');
    const card = desk.getByRole('listitem').filter({ hasText: 'It holds the heat' });
    await card.getByRole('button', { name: seller.reply, exact: true }).click();
    await desk.getByRole('dialog').getByRole('textbox', { name: seller.replyText }).fill('Thank you, Olena!');
    await desk.getByRole('dialog').getByRole('button', { name: seller.publish, exact: true }).click();
    await expect(card).toContainText('Thank you, Olena!');
    await expectSound(desk, 'sell-reviews');
    await page.setViewportSize(wide);
    await page.goto(address);
    await expect(list).toContainText('Thank you, Olena!');

    // Another reader reports it, and a moderator hides and restores it.
    const reading = await openBrowser();
    await wear(reading, other.cookie, baseURL);
    const reader = await reading.newPage();
    await reader.goto(address);
    const reviewed = reader.getByRole('article').filter({ hasText: 'It holds the heat' });
    await reviewed.getByRole('button', { name: t.report, exact: true }).click();
    await reader.getByRole('dialog').getByRole('button', { name: reportTexts.send, exact: true }).click();
    await expect(reader.getByText(reportTexts.sent)).toBeVisible();

    const admin = await makePerson(world, { role: 'admin', name: 'Moderator of reviews' });
    const desks = await openBrowser();
    await wear(desks, admin.cookie, baseURL);
    const moderation = await desks.newPage();
    const reviewId = reviewIdOf(bowl, buyer.ctx.user.id);
    await moderation.goto(`/admin/moderation/${reviewId}`);
    await expect(moderation.getByRole('main')).toContainText('It holds the heat');
    await moderation.getByRole('button', { name: `${consoleTexts.block_review}…`, exact: true }).click();
    await moderation.getByRole('dialog').getByRole('textbox').fill('An insult');
    await moderation.getByRole('dialog').getByRole('button', { name: consoleTexts.block_review, exact: true }).click();
    await expect(
      moderation.getByRole('button', { name: `${consoleTexts.restore_review}…`, exact: true }),
    ).toBeVisible();
    await page.reload();
    await expect(mine).toContainText(t.status_hidden);
    await expect(list.getByRole('article')).toHaveCount(1);
    await moderation.getByRole('button', { name: `${consoleTexts.restore_review}…`, exact: true }).click();
    await moderation
      .getByRole('dialog')
      .getByRole('button', { name: consoleTexts.restore_review, exact: true })
      .click();
    await expect(moderation.getByRole('button', { name: `${consoleTexts.block_review}…`, exact: true })).toBeVisible();
    await page.reload();
    await expect(list.getByRole('article')).toHaveCount(2);

    // In each language, for a guest too.
    const guest = await (await openBrowser()).newPage();
    const { slug } = (await world.data.need(Vendors, vendorId)).data;
    for (const locale of ['en', 'uk', 'ru'] as const) {
      for (const size of [narrow, wide]) {
        await guest.setViewportSize(size);
        await guest.goto(`${prefixOf(locale)}${address}#reviews`);
        await expect(guest.getByRole('link', { name: words[locale].reviews.signIn, exact: true })).toBeVisible();
        await shoot(guest, `reviews-${locale}-${size.width}`);
      }
      await guest.goto(`${prefixOf(locale)}/vendors/${slug}`);
      await expect(guest.getByRole('main')).toContainText(
        fill(words[locale].card.rating, { average: scoreText(4, locale), count: 2 }, locale),
      );
    }
  },
);
