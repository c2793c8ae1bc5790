"""`/tokens/`: get, list and revoke one's own tokens."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.models import AuthToken
from rest_framework import mixins, serializers, status
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.response import Response

from config.desk.tokens import (
    SignInPaused,
    WrongCredentials,
    issue_token,
    revoke_all_tokens,
    revoke_token,
    tokens_of,
)

from .serializers import Body, checked
from .throttles import SignIns
from .views import Strict


class CredentialsSerializer(Body):
    """The name and password of an account."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)


class TokenSerializer(serializers.Serializer):
    """A token by its beginning: the rest is kept as a hash only."""

    prefix = serializers.CharField(source="token_key")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry")


class IssuedTokenSerializer(serializers.Serializer):
    """A new token, shown this once."""

    token = serializers.CharField()
    prefix = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class TokenViewSet(mixins.ListModelMixin, Strict):
    """Tokens of the person who asks."""

    queryset = AuthToken.objects.none()
    serializer_class = TokenSerializer
    lookup_field = "prefix"

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.plain = request  # Django's own, which a sign-in takes
        return super().initialize_request(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        return tokens_of(user=self.person)

    def get_permissions(self) -> list[Any]:
        return [AllowAny()] if self.action == "create" else super().get_permissions()

    def get_throttles(self) -> list[Any]:
        signs_in = [SignIns()] if self.action == "create" else []
        return [*super().get_throttles(), *signs_in]

    @extend_schema(request=CredentialsSerializer, responses={201: IssuedTokenSerializer})
    def create(self, request: Any) -> Response:
        """Sign in with name and password, and get a token."""
        body = checked(CredentialsSerializer, request)
        try:
            issued = issue_token(request=self.plain, **body)
        except SignInPaused as error:
            raise Throttled(detail=str(error), code="sign_in_paused") from error
        except WrongCredentials as error:
            raise AuthenticationFailed(str(error), code="wrong_credentials") from error
        return Response(IssuedTokenSerializer(issued).data, status.HTTP_201_CREATED)

    @extend_schema(
        parameters=[OpenApiParameter("prefix", str, OpenApiParameter.PATH)],
        responses={204: None},
    )
    def destroy(self, request: Any, prefix: str) -> Response:
        """Revoke one token."""
        revoke_token(user=self.person, prefix=prefix)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="tokens_destroy_all", responses={204: None})
    def destroy_all(self, request: Any) -> Response:
        """Revoke all tokens."""
        revoke_all_tokens(user_id=self.person.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
