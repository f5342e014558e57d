"""Lists come in pages."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`: 100 a page unless asked, never more than 500."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
    invalid_page_message = "There is no such page; the list is shorter, or the page is no number."
