"""The decisions by chapter of the rules.

Each `offer_` function lists the options in `opts` and returns their number. Each `do_` function applies the chosen one.
"""
